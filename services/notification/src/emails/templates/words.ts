/** The words of the e-mail about a new registration in one language, with the values of templates. */
export interface Words {
  readonly subject: string
  readonly greeting: string
  /** Before the name of the course. */
  readonly registered: string
  /** Around the name of the course, in plain text. */
  readonly quotes: readonly [string, string]
  readonly next: string
  readonly start: string
  readonly button: string
  readonly question: string
  readonly ask: string
  /** Whose course platform it is, and why the e-mail came. */
  readonly why: string
  readonly noReply: string
}

export const EN: Words = {
  subject: 'You are registered for <%= it.courseName %>',
  greeting: 'Hello<%= it.spaceFirstName %>,',
  registered: 'you are registered for',
  quotes: ['"', '"'],
  next: 'What next?',
  start: 'Sign in to your learning portal. The course is in your course list, and you can start at any time.',
  button: 'Go to your courses',
  question: 'A question, or a mistake?',
  ask:
    'Contact your course administrator and mention registration <%= it.registrationId %> ' +
    'of <%= it.registeredOn %>.',
  why: 'This e-mail comes from <%= it.sender %>, because you were registered for a course there.',
  noReply: 'Please do not reply: this mailbox is not read.',
}

/** Draft: nobody who speaks German has read it. */
export const DE: Words = {
  subject: 'Sie sind angemeldet: <%= it.courseName %>',
  greeting: 'Guten Tag<%= it.spaceFirstName %>,',
  registered: 'Sie sind angemeldet zum Kurs',
  quotes: ['„', '“'],
  next: 'Wie geht es weiter?',
  start:
    'Melden Sie sich in Ihrem Lernportal an. Der Kurs steht in Ihrer Kursliste, ' +
    'und Sie können jederzeit beginnen.',
  button: 'Zu Ihren Kursen',
  question: 'Eine Frage oder ein Irrtum?',
  ask:
    'Wenden Sie sich an Ihre Kursverwaltung und nennen Sie die Anmeldung <%= it.registrationId %> ' +
    'vom <%= it.registeredOn %>.',
  why: 'Diese E-Mail kommt von <%= it.sender %>, weil Sie dort zu einem Kurs angemeldet wurden.',
  noReply: 'Bitte antworten Sie nicht: Dieses Postfach wird nicht gelesen.',
}

/** Draft: nobody who speaks French has read it. */
export const FR: Words = {
  subject: 'Votre inscription : <%= it.courseName %>',
  greeting: 'Bonjour<%= it.spaceFirstName %>,',
  registered: 'vous êtes inscrit(e) au cours',
  quotes: ['«\u00A0', '\u00A0»'],
  next: 'Et maintenant ?',
  start:
    'Connectez-vous à votre portail de formation. Le cours figure dans votre liste de cours, ' +
    'et vous pouvez commencer à tout moment.',
  button: 'Accéder à vos cours',
  question: 'Une question ou une erreur ?',
  ask:
    'Adressez-vous à l’administration de vos cours en indiquant l’inscription <%= it.registrationId %> ' +
    'du <%= it.registeredOn %>.',
  why: 'Ce message vient de <%= it.sender %>, parce que vous y avez été inscrit(e) à un cours.',
  noReply: 'Merci de ne pas y répondre : cette boîte n’est pas lue.',
}
