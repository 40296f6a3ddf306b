/** Replaces what stands between the two comments that frame a generated block. @throws Error when there is no frame */
export function withBlock(markdown: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`
  const end = `<!-- end of ${name} -->`
  const [before, rest] = split(markdown, begin)
  const [, after] = split(rest, end)
  return `${before}${begin}\n<!-- prettier-ignore -->\n${content}\n\n${end}${after}`
}

function split(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`the document has no line ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
