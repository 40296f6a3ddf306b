import type { NewDelivery } from './delivery.ts'

/**
 * The same for every attempt at a delivery, so that the doubles of the one window SMTP leaves (accepted, then the sender
 * dies before recording it) can be recognised; an operator's resend has a suffix of its own (decision R21).
 */
export function messageIdOf(
  delivery: Pick<NewDelivery, 'kind' | 'eventId' | 'registrationId' | 'template'>,
  id: number,
  domain: string,
): string {
  const { kind, template, registrationId, eventId } = delivery
  const suffix = kind === 'resend' ? `.resend-${id}` : ''
  return `<${template}.${registrationId}.${eventId}${suffix}@${domain}>`
}
