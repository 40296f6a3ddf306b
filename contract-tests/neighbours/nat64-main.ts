/** Posts to each URL of the arguments as Rollcall sends webhooks, and prints the results as JSON. */
import {
  AddressGuard,
  resolveByDns,
} from '../../services/notification/src/webhooks/deliveries/address-guard.ts'
import { WebhookHttpClient } from '../../services/notification/src/webhooks/deliveries/http-client.ts'

const addressGuard = new AddressGuard({
  allowedNetworks: [],
  backingServers: [],
  resolve: resolveByDns(),
  logger: console,
})
const sender = new WebhookHttpClient({ addressGuard, proxyUrl: '' })
const results: unknown[] = []
for (const url of process.argv.slice(2)) results.push(await sender.post(new URL(url), '{}', {}))
console.log(JSON.stringify(results))
await sender.close()
