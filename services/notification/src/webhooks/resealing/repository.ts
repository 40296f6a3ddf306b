import { buildIndexes } from '../../../../platform/store/indexes.ts'
import type { ResealingModel } from './record.ts'

export class Resealings {
  readonly #model: ResealingModel

  constructor(model: ResealingModel) {
    this.#model = model
  }

  /**
   * Makes it due that all secrets are encrypted with this key: endpoints may have been added or restored
   * since the last time.
   */
  async prepare(keyNumber: number, now: Date): Promise<void> {
    await buildIndexes(this.#model)
    await this.#model.updateOne(
      { _id: keyNumber },
      { $set: { dueAt: now }, $unset: { claim: '', afterEndpointId: '' } },
      { upsert: true },
    )
  }
}
