import type { NewEmailDelivery } from './rules.ts'

/**
 * The same for every attempt at a delivery, so that a user's mail program can recognise duplicates. They
 * occur when a process dies after the mail server has accepted the e-mail and before that is recorded. A
 * resend has its own Message-ID.
 */
export function messageIdOf(
  delivery: Pick<NewEmailDelivery, 'kind' | 'eventId' | 'registrationId' | 'templateId'>,
  id: number,
  domain: string,
): string {
  const { kind, templateId, registrationId, eventId } = delivery
  const suffix = kind === 'resend' ? `.resend-${id}` : ''
  return `<${templateId}.${registrationId}.${eventId}${suffix}@${domain}>`
}
