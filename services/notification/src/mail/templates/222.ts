/**
 * Template pattern 222: the e-mail to a user who was registered for a course (specification §1, decision R21).
 * The syntax is Eta's, with a condition that templates from outside may not have; in `html` every value is escaped. Mail
 * programs know little CSS: one column, styles on elements, and a `<style>` for the dark half of them that honour it.
 */
export const template222 = {
  subject: 'You are registered for <%= it.courseName %>',

  text: `<%= it.greeting %>,

you are registered for "<%= it.courseName %>".

What next?
Sign in to your learning portal. The course is in the list of your courses, and you can begin as soon as you like.
<% if (it.portalUrl) { %>
<%= it.portalUrl %>
<% } %>
Is this a mistake?
Tell the people who look after your courses, and mention registration <%= it.registrationId %> of <%= it.registeredOn %>.

Nobody reads the answers to this e-mail, so please don't reply to it.
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
  <body style="margin: 0; padding: 24px 12px; background: #f3f4f6; color: #1f2328; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Arial, sans-serif">
    <div class="card" style="max-width: 34em; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d5d9de; border-radius: 8px">
      <p style="margin-top: 0"><%= it.greeting %>,</p>
      <p>you are registered for</p>
      <h1 style="margin: 0 0 24px; font-size: 24px; line-height: 1.3"><%= it.courseName %></h1>
      <h2 style="margin: 0; font-size: 16px">What next?</h2>
      <p style="margin-top: 4px">Sign in to your learning portal. The course is in the list of your courses, and you can begin as soon as you like.</p>
      <% if (it.portalUrl) { %><p><a class="button" href="<%= it.portalUrl %>" style="display: inline-block; padding: 10px 20px; background: #0b57a4; color: #ffffff; border-radius: 6px; text-decoration: none">Go to your courses</a></p><% } %>
      <h2 style="margin: 0; font-size: 16px">Is this a mistake?</h2>
      <p style="margin-top: 4px">Tell the people who look after your courses, and mention registration <%= it.registrationId %> of <%= it.registeredOn %>.</p>
      <p class="small" style="margin-bottom: 0; color: #57606a; font-size: 14px">Nobody reads the answers to this e-mail, so please don't reply to it.</p>
    </div>
  </body>
</html>
`,
}
