/**
 * Template pattern 222: the e-mail to a user who was registered for a course (specification §1, decision R21).
 * The syntax is Eta's; in `html` every value is escaped.
 */
export const template222 = {
  subject: 'Registration for <%= it.courseName %>',

  text: `<%= it.greeting %>,

you have been registered for the course "<%= it.courseName %>".

Registration:  <%= it.registrationId %>
Registered on: <%= it.registeredOn %>

This message was sent automatically. Please do not reply to it.
`,

  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Registration for <%= it.courseName %></title>
  </head>
  <body>
    <p><%= it.greeting %>,</p>
    <p>you have been registered for the course <strong><%= it.courseName %></strong>.</p>
    <table>
      <tr><th align="left">Registration</th><td><%= it.registrationId %></td></tr>
      <tr><th align="left">Registered on</th><td><%= it.registeredOn %></td></tr>
    </table>
    <p>This message was sent automatically. Please do not reply to it.</p>
  </body>
</html>
`,
}
