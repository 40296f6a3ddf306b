/** The test files that run at a time: more than cores, because tests wait for servers much of their time. */
export const WORKERS = 5
