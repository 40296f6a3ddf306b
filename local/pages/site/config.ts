import { defineConfig } from 'vitepress'
import { readSections } from '../sections.ts'

/** The site of the guides; `local/pages/guides.ts` puts it beside a copy of them. */
export default defineConfig({
  title: 'Rollcall',
  description: 'Guides for callers of the Rollcall API',
  base: '/docs/',
  cleanUrls: true,
  // The page then has no script of its own in its HTML, which the policy of the service forbids.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/docs/favicon.svg' }]],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark' } },
  themeConfig: {
    logo: { src: '/favicon.svg', alt: '' },
    logoLink: '/docs/guide/',
    search: { provider: 'local' },
    nav: [
      { text: 'Reference', link: '/', target: '_self' },
      { text: 'Guides', link: '/guide/' },
      { text: 'Errors', link: '/guide/errors' },
    ],
    sidebar: readSections().map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/guide/${page.file.replace(/\.md$/, '')}` })),
    })),
    outline: [2, 3],
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
