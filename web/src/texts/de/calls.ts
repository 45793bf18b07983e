import type { calls as english } from "../calls";

export const calls: typeof english = {
  late: "Der Server hat nicht rechtzeitig geantwortet.",
  unreachable: "Der Server ist nicht erreichbar.",
  checkServer: "Prüfen Sie, ob er läuft, und versuchen Sie es dann erneut.",
  notJson: "Die Antwort stammt nicht vom Server dieser Seite: Etwas dazwischen hat womöglich geantwortet.",
  notAgreed: (where) => `Die Antwort des Servers ist nicht, was diese Seite erwartet (${where}).`,
  reload: "Laden Sie die Seite neu.",
  status: (status) => `Der Server hat mit Status ${status} geantwortet.`,
  streamCut: "Die Verbindung ist während der Antwort abgebrochen.",
  askAgain: "Ihre Frage ist gespeichert. Stellen Sie sie erneut.",
  emptyFile: "Die Datei ist leer.",
  downloadAgain: "Laden oder kopieren Sie sie erneut.",
  fileRefused: (status) => `Der Speicher hat die Datei abgelehnt (${status}).`,

  accountDeleted: "Ihr Konto und alle Ihre Daten wurden gelöscht.",
  accountLeft:
    "Alle Ihre Daten wurden gelöscht, Ihr Konto aber nicht. Melden Sie sich an und löschen Sie das Konto noch einmal.",
  signedOut: "Sie wurden abgemeldet. Melden Sie sich erneut an.",
  noApp:
    "Der zweite Faktor dieses Kontos ist keine Authentifizierungs-App. Wenden Sie sich an den Betreiber dieser Website.",
  app: "Authentifizierungs-App",

  serviceUnreachable: "Der Anmeldedienst ist nicht erreichbar.",
  inAMoment: "Versuchen Sie es gleich noch einmal.",
  signInFailed: "Die Anmeldung ist fehlgeschlagen.",
  refused: {
    credentials: "Die Adresse oder das Passwort ist falsch.",
    email: "Dies ist keine gültige E-Mail-Adresse.",
    emailExists: "Ein Konto mit dieser Adresse gibt es schon. Melden Sie sich an.",
    weakPassword: "Das Passwort braucht mindestens sechs Zeichen.",
    disabled: "Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber dieser Website.",
    noNewAccounts: "Auf dieser Website können Sie nicht selbst ein Konto anlegen. Wenden Sie sich an den Betreiber.",
    tooMany: "Zu viele Versuche. Warten Sie einige Minuten.",
    code: "Der Code ist falsch oder nicht mehr gültig. Geben Sie den ein, den die App jetzt zeigt.",
    signInLate: "Die Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.",
    setUpLate: "Die Einrichtung hat zu lange gedauert. Beginnen Sie von vorn.",
    unverified:
      "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link in der E-Mail, die diese Website sendet.",
    tooOld:
      "Melden Sie sich ab und wieder an und versuchen Sie es dann noch einmal: Dafür muss die Anmeldung neu sein.",
    notOffered: "Diese Website bietet das nicht an.",
    domain: "Anbieter dürfen niemanden an diese Adresse zurückleiten. Wenden Sie sich an den Betreiber dieser Website.",
    answer:
      "Die Antwort des Anbieters ist nicht verwendbar. Beginnen Sie von vorn, oder wenden Sie sich an den Betreiber dieser Website.",
    provider:
      "Dieser Anbieter ist geschlossen oder nicht eingerichtet. Wenden Sie sich an den Betreiber dieser Website.",
    nonce: "Die Antwort des Anbieters gehört zu einer anderen Anmeldung. Beginnen Sie von vorn.",
    linked: "Diese Anmeldung gehört zu einem anderen Konto. Wenden Sie sich an den Betreiber dieser Website.",
  },
  unsafe: (provider) => `${provider} ist nicht richtig eingerichtet: Die Adresse ist nicht sicher.`,
  otherTab: "Diese Anmeldung wurde nicht in diesem Tab begonnen. Beginnen Sie von vorn.",
  cancelledAt: (provider) => `Die Anmeldung bei ${provider} wurde abgebrochen.`,
  failedAt: (provider) => `Die Anmeldung bei ${provider} ist fehlgeschlagen.`,
  existsPassword: "Ein Konto mit Ihrer E-Mail-Adresse gibt es schon. Melden Sie sich mit dessen Passwort an.",
  existsOther: "Ein Konto mit Ihrer E-Mail-Adresse gibt es schon. Melden Sie sich auf demselben Weg an wie bisher.",
};
