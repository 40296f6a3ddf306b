/** An e-mail as it is handed to the server. */
export interface Mail {
  readonly messageId: string
  readonly template: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /**
   * Resolves once the server has taken the e-mail. Takes minutes when the server is slow to reply.
   * @throws SendFailure
   */
  send(mail: Mail): Promise<void>
}
