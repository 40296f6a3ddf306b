import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Pact } from '../pact/pact.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: any
}

/**
 * A server that gives the answers of a Pact Broker, as its API documentation and its own approval tests show them
 * (pact_broker, `lib/pact_broker/doc/views` and `spec/fixtures/approvals`), for one provider and one environment. It
 * is not a broker: it keeps nothing and decides nothing.
 */
export async function replayedBroker(pact: Pact, deployable: boolean) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '' } = request
      asked.push({ method, path, body: body === '' ? undefined : JSON.parse(body) })
      const answer = answers(url())[`${method} ${path.split('?')[0]}`]
      response.statusCode =
        answer === undefined ? 404 : method === 'POST' && path.includes('-version') ? 201 : 200
      response.setHeader('content-type', 'application/hal+json;charset=utf-8')
      response.end(JSON.stringify(answer ?? { error: `nothing was recorded for ${method} ${path}` }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = pact.provider.name
  const answers = (base: string): Readonly<Record<string, unknown>> => {
    const version = `/pacticipants/${provider}/versions/1`
    const kept = `/pacts/provider/${provider}/consumer/${pact.consumer.name}/pact-version/0f22f551`
    const toVerify = `/pacts/provider/${provider}/for-verification`
    const link = (href: string, more: object = {}) => ({ href: `${base}${href}`, ...more })
    const templated = (href: string) => link(href, { templated: true })
    const pactsToVerify = {
      _embedded: {
        pacts: [
          {
            shortDescription: 'latest from main branch',
            verificationProperties: { pending: false, notices: [] },
            _links: {
              self: link(kept, { name: `Pact between ${pact.consumer.name} (1) and ${provider}` }),
            },
          },
        ],
      },
      _links: { self: link(toVerify) },
    }
    return {
      'GET /': {
        _links: {
          self: link('/'),
          'pb:publish-contracts': link('/contracts/publish'),
          'pb:environments': link('/environments'),
          'pb:pacticipant-version': templated('/pacticipants/{pacticipant}/versions/{version}'),
          'pb:pacticipant-branch-version': templated(
            '/pacticipants/{pacticipant}/branches/{branch}/versions/{version}',
          ),
          'pb:provider-pacts-for-verification': templated('/pacts/provider/{provider}/for-verification'),
        },
      },
      'POST /contracts/publish': {
        notices: [{ type: 'success', text: 'Pact successfully published.' }],
        _embedded: {},
        _links: { 'pb:contracts': [] },
      },
      [`GET ${toVerify}`]: pactsToVerify,
      [`POST ${toVerify}`]: pactsToVerify,
      [`GET ${kept}`]: {
        ...pact,
        _links: {
          self: link(kept),
          'pb:provider': link(`/pacticipants/${provider}`),
          'pb:publish-verification-results': link(`${kept}/verification-results`),
        },
      },
      [`POST ${kept}/verification-results`]: { success: true },
      [`GET /pacticipants/${provider}`]: {
        name: provider,
        _links: {
          self: link(`/pacticipants/${provider}`),
          'pb:branch-version': templated(`/pacticipants/${provider}/branches/{branch}/versions/{version}`),
        },
      },
      [`PUT /pacticipants/${provider}/branches/main/versions/1`]: {},
      'GET /matrix': {
        summary: {
          deployable,
          reason: deployable
            ? 'All required verification results are published and successful'
            : 'There is no verified pact between registration (1) and notification (2)',
          success: Number(deployable),
          failed: 0,
          unknown: Number(!deployable),
        },
        notices: [],
        matrix: [],
      },
      [`GET ${version}`]: {
        number: '1',
        _links: {
          self: link(version),
          'pb:record-deployment': [
            link(`${version}/deployed-versions/environment/c540ce64`, {
              name: 'production',
              title: 'Record',
            }),
          ],
        },
      },
      [`POST ${version}/deployed-versions/environment/c540ce64`]: {
        uuid: 'cf7dcfdb',
        currentlyDeployed: true,
      },
    }
  }

  return {
    url: url(),
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
