/**
 * The e-mail to a user who was registered for a course, in the syntax of Eta. All values in `html` are
 * escaped. Mail programs support little CSS, so there is one column, with styles on elements and a `<style>`
 * for the dark color scheme.
 */
export const template222 = {
  subject: 'You are registered for <%= it.courseName %>',

  text: `<%= it.greeting %>,

you are registered for "<%= it.courseName %>".

What next?
Sign in to your learning portal. The course is in your course list, and you can start at any time.
<% if (it.portalUrl) { %>
<%= it.portalUrl %>
<% } %>
Is this a mistake?
Contact your course administrator and mention registration <%= it.registrationId %> of <%= it.registeredOn %>.

Please do not reply to this e-mail. This mailbox is not monitored.
`,

  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>You are registered for <%= it.courseName %></title>
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
    <div class="card" style="max-width: 34em; margin: 0 auto; padding: 24px; background: #ffffff;
      border: 1px solid #d5d9de; border-radius: 8px">
      <p style="margin-top: 0"><%= it.greeting %>,</p>
      <p>you are registered for</p>
      <h1 style="margin: 0 0 24px; font-size: 24px; line-height: 1.3"><%= it.courseName %></h1>
      <h2 style="margin: 0; font-size: 16px">What next?</h2>
      <p style="margin-top: 4px">
        Sign in to your learning portal. The course is in your course list, and you can start at any time.
      </p>
      <% if (it.portalUrl) { %>
      <p><a class="button" href="<%= it.portalUrl %>" style="display: inline-block; padding: 10px 20px;
        background: #0b57a4; color: #ffffff; border-radius: 6px; text-decoration: none">
        Go to your courses</a></p>
      <% } %>
      <h2 style="margin: 0; font-size: 16px">Is this a mistake?</h2>
      <p style="margin-top: 4px">
        Contact your course administrator and mention registration <%= it.registrationId %>
        of <%= it.registeredOn %>.
      </p>
      <p class="small" style="margin-bottom: 0; color: #57606a; font-size: 14px">
        Please do not reply to this e-mail. This mailbox is not monitored.
      </p>
    </div>
  </body>
</html>
`,
}
