/** One e-mail address, without the quotes and comments that RFC 5322 allows and that could smuggle in a second one. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/u

export const isAddress = (text: string): boolean => ADDRESS.test(text)
