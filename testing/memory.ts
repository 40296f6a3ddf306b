import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/**
 * Lets the memory of a test file be freed when the file is done: jest runs each file in its own context,
 * about 27 MB with the services.
 */

// V8's cache of compiled scripts refers to the contexts that compiled them.
setFlagsFromString('--no-compilation-cache')

// prom-client observes garbage collections and never stops; the observer refers to the context that created
// it.
const observers: PerformanceObserver[] = []
const { prototype } = PerformanceObserver
const { observe } = prototype
prototype.observe = function (this: PerformanceObserver, ...args: Parameters<typeof observe>) {
  observers.push(this)
  observe.apply(this, args)
}
afterAll(() => {
  prototype.observe = observe
  for (const observer of observers) observer.disconnect()
})
