declare module 'parse-prefer-header' {
  /** Preferences by their name in camel case; `true` for one without a value. */
  export default function parsePreferHeader(
    header: string | string[] | undefined,
  ): Record<string, string | true>
}
