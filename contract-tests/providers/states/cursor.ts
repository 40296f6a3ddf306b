/** Where the next page begins, from the `Link` of a page. */
export const cursorIn = (link: string | null): string => /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1] ?? ''
