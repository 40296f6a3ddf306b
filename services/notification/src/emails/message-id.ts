import type { NewEmailDelivery } from './rules.ts'

const MESSAGE_ID = /^<?(\d{1,10}\.(\d{1,15})\.[^<>@\s]{1,200}@[^<>@\s]{1,253})>?$/

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

/**
 * Reads a Message-ID as logs and bounces have it, with or without angle brackets.
 * @returns it as it is stored, and the registration that it names; undefined if it is none of ours
 */
export function parseMessageId(text: string): { messageId: string; registrationId: number } | undefined {
  const [, messageId, registrationId] = MESSAGE_ID.exec(text.trim()) ?? []
  return messageId === undefined
    ? undefined
    : { messageId: `<${messageId}>`, registrationId: Number(registrationId) }
}
