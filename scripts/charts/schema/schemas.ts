import { SERVICE_NAMES, SERVICES, SHARED_VARIABLES, type Chart } from '../charts.ts'
import { backingValues } from './backing.ts'
import { globalValues, serviceValues } from './service.ts'
import { flag, optionalName, secretKey, strict, text, texts, whole, type Schema } from './words.ts'

/** `enabled` and `global` are what an umbrella gives to its parts; who shares something under `global` is not our matter. */
const part = (values: Readonly<Record<string, Schema>>, global: Schema = { type: 'object' }): Schema =>
  strict({ enabled: flag, global, ...values })

/** Helm hands `global` down to every chart, and applies the library's schema too: so what is ours in it is checked there. */
const library = serviceValues(SHARED_VARIABLES)
const common: Schema = { type: 'object' }

const keyedSecret = strict({ name: optionalName, keyIdKey: secretKey, secretKey })

const umbrella = part({
  ...Object.fromEntries(
    SERVICE_NAMES.map((service) => [
      service,
      // The part's own schema says the rest: Helm applies it too.
      { type: 'object', properties: { enabled: flag } },
    ]),
  ),
  alerts: strict({ enabled: flag, labels: texts, runbookUrl: text }),
  dashboards: strict({ enabled: flag, labels: texts, annotations: texts }),
  smokeTest: strict({
    enabled: flag,
    apiKey: keyedSecret,
    courseId: whole(0),
    userId: whole(0),
    register: flag,
    waitSeconds: whole(1, 600),
  }),
})

/** The schema of every chart's values. */
export const schemas: Readonly<Record<Chart, Schema>> = {
  common: part(library, globalValues(strict(library))),
  registration: part({ common, ...serviceValues(SERVICES.registration) }),
  user: part({ common, ...serviceValues(SERVICES.user) }),
  notification: part({ common, ...serviceValues(SERVICES.notification) }),
  rollcall: umbrella,
  backing: part(backingValues),
}

/** As the file `values.schema.json` holds it. */
export const schemaFile = (chart: Chart): string =>
  `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: `Values of the chart ${chart}`, ...schemas[chart] }, null, 2)}\n`
