import { Schema } from 'mongoose'

/**
 * A schema for the indexes of a collection. It has no fields: their form is the type of the record, which the
 * compiler checks, so records are read and written as they are.
 */
export const recordSchema = <R>(): Schema<R> =>
  new Schema<R>({ _id: Schema.Types.Mixed }, { strict: false, minimize: false, versionKey: false })
