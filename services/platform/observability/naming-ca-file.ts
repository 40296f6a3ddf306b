const HINT_OF_NODE = '; if the root CA is installed locally, try running Node.js with --use-system-ca'

/** The message of an error of TLS, which names our setting instead of an option of Node. */
export const namingCaFile = (message: string): string =>
  message.replaceAll(
    HINT_OF_NODE,
    '; name the certificates of a private authority in CA_FILE (caBundle of the chart)',
  )
