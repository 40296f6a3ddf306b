// Messages that could not be handled, grouped by queue and reason.
import { all, get, page } from './api.js'
import { button, card, confirm, h, notify, pagedList, plural, time } from './dom.js'
import { attempt } from './mails.js'

const VERBS = {
  replay: [
    'Replay',
    'replayed',
    'main',
    'The messages go back into their queues and are handled again. Remove the cause first.',
  ],
  dismiss: [
    'Dismiss',
    'dismissed',
    'danger',
    'The messages stay in the list and no longer wait for an operator.',
  ],
}

export async function deadLettersView({ refresh }) {
  const { groups, complete } = await get('/admin/dead-letters/reasons/')
  const list = await pagedList(
    '/admin/dead-letters/?waiting=true&limit=20',
    page,
    (letter) => letterCard(letter, refresh),
    'No message waits for an operator.',
  )
  return [
    h('h1', { tabindex: '-1' }, 'Dead letters'),
    h(
      'p',
      { class: 'lead' },
      'Messages between services that could not be handled. Each waits until it is replayed or dismissed.',
    ),
    groups.length > 0 && h('h2', {}, 'By reason'),
    groups.map(({ queue, reason, count, oldestAt }) =>
      card(
        h(
          'div',
          { class: 'row' },
          h(
            'div',
            { class: 'grow' },
            h('h3', {}, reason),
            h(
              'p',
              { class: 'soft small' },
              `${plural(count, 'message')} from ${queue || 'an unknown queue'}, the oldest `,
              time(oldestAt),
            ),
          ),
          Object.keys(VERBS).map((verb) =>
            button(
              count > 1 ? `${VERBS[verb][0]} all ${count}` : VERBS[verb][0],
              () => act(verb, { queue, reason }, count, refresh),
              verb === 'dismiss' ? 'danger' : '',
            ),
          ),
        ),
      ),
    ),
    !complete && h('p', { class: 'soft' }, 'The first 10,000 are grouped; there are more.'),
    h('h2', {}, 'One by one'),
    list,
  ]
    .filter(Boolean)
    .flat()
}

function letterCard({ id, queue, type, reason, payload, receivedAt }, refresh) {
  return card(
    h('h3', {}, `${type || 'A message without a type'}`),
    h('p', {}, reason),
    h(
      'p',
      { class: 'soft small' },
      `Dead letter ${id} from ${queue || 'an unknown queue'}, `,
      time(receivedAt),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Message'),
      h('pre', { tabindex: '0' }, payload.unparsed ?? JSON.stringify(payload, undefined, 2)),
    ),
    h(
      'div',
      { class: 'row' },
      Object.keys(VERBS).map((verb) =>
        button(
          VERBS[verb][0],
          () => act(verb, { ids: [id] }, 1, refresh),
          verb === 'dismiss' ? 'danger' : '',
        ),
      ),
    ),
  )
}

async function act(verb, body, count, refresh) {
  const [name, done, kind, text] = VERBS[verb]
  if (!(await confirm(`${name} ${plural(count, 'message')}?`, text, name, kind))) return
  const handled = await attempt(() => all(`/admin/dead-letters/${verb}/`, body, 'done'))
  if (handled !== undefined) notify(`${plural(handled, 'message is', 'messages are')} ${done}.`)
  await refresh()
}
