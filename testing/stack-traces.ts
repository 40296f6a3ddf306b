/** As in production. Jest sets 100, and looks for the source of each frame when a stack is read. */
Error.stackTraceLimit = 10
