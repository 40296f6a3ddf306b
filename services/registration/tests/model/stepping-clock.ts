/** Stands still while a call is answered, so that the model knows every date; a second passes between calls. */
export class SteppingClock {
  #now = new Date(Math.floor(Date.now() / 1000) * 1000)
  now = () => this.#now
  tick(): void {
    this.#now = new Date(this.#now.getTime() + 1000)
  }
}
