import type { NewDelivery } from '../deliveries/rules.ts'

/**
 * The same for every attempt at a delivery, so that duplicates from the one window that SMTP leaves
 * (accepted, then the process dies before recording it) can be recognised; an operator's resend has a suffix
 * of its own (decision R21).
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
