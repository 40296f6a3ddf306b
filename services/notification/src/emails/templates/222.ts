import { DE, EN, FR, type Words } from './words.ts'

const FIRST_NAME = '<% if (it.firstName) { %> <bdi><%= it.firstName %></bdi><% } %>'

/**
 * The e-mail to a user who was registered for a course, in the syntax of Eta. All values in `html` are
 * escaped. Mail programs support little CSS, so there is one column, with styles on elements and a `<style>`
 * for the dark color scheme. `<bdi>` keeps a name in another script from turning the words around it; a space
 * in it could be shown on its other side.
 */
export const templateIn = (words: Words) => ({
  subject: words.subject,

  text: `${words.greeting}

${words.registered} ${words.quotes.join('<%= it.courseName %>')}.

${words.next}
${words.start}
<% if (it.portalUrl) { %>
<%= it.portalUrl %>
<% } %>
${words.question}
${words.ask}

${words.why} ${words.noReply}
`,

  html: `<!doctype html>
<html lang="<%= it.language %>" dir="<%= it.direction %>">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${words.subject}</title>
    <style>
      @media (prefers-color-scheme: dark) {
        body { background: #16191d !important; color: #e8eaed !important; }
        .card { background: #22262b !important; border-color: #3a4048 !important; }
        .small { color: #b4bac2 !important; }
      }
    </style>
  </head>
  <body style="margin: 0; padding: 24px 12px; background: #f3f4f6; color: #1f2328;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Arial, sans-serif">
    <div class="card" role="main" style="max-width: 34em; margin: 0 auto; padding: 24px; background: #ffffff;
      border: 1px solid #d5d9de; border-radius: 8px; overflow-wrap: break-word">
      <p class="small" style="margin: 0 0 20px; color: #57606a; font-size: 14px"><%= it.sender %></p>
      <p style="margin-top: 0">${words.greeting.replace('<%= it.spaceFirstName %>', FIRST_NAME)}</p>
      <p>${words.registered}</p>
      <h1 style="margin: 0 0 24px; font-size: 24px; line-height: 1.3"><bdi><%= it.courseName %></bdi></h1>
      <h2 style="margin: 0; font-size: 16px">${words.next}</h2>
      <p style="margin-top: 4px">${words.start}</p>
      <% if (it.portalUrl) { %>
      <p><a class="button" href="<%= it.portalUrl %>" style="display: inline-block; padding: 10px 20px;
        background: #0b57a4; color: #ffffff; border-radius: 6px; text-decoration: none"
        >${words.button}</a></p>
      <% } %>
      <h2 style="margin: 0; font-size: 16px">${words.question}</h2>
      <p style="margin-top: 4px">${words.ask}</p>
      <p class="small" style="margin-bottom: 0; color: #57606a; font-size: 14px">
        ${words.why} ${words.noReply}
      </p>
    </div>
  </body>
</html>
`,
})

/** The built-in template in each language. */
export const BUILT_IN = { en: templateIn(EN), de: templateIn(DE), fr: templateIn(FR) } as const
