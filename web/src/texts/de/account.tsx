import type { account as english } from "../account";
import { counted, listed } from "../words";

export const account: typeof english = {
  title: "Über diese Website",
  notLoaded: "Die Angaben über diese Website lassen sich nicht laden.",

  whereTextGoes: "Wohin Texte gesendet werden",
  noModel:
    "Kein Text verlässt diesen Server: Es ist kein Sprachmodell eingerichtet; Artikel werden dort eingelesen, durchsucht und zitiert, wo sie liegen.",
  receives: (company, service, models) => `${company} erhält Texte über ${service} (${models.join(", ")}).`,
  place: (place) => (place ? `Er wird in ${place} verarbeitet.` : "Er kann in jeder Region verarbeitet werden."),
  sentPaper: "Beim Einlesen eines Artikels: sein Text, Abschnitt für Abschnitt.",
  sentQuestion:
    "Mit einer Frage: die Frage, das Gespräch davor, der Text von Titelseiten, die gefundenen Textstellen oder ein kurzer Artikel als Ganzes und Bilder der Abbildungen, die die Frage nennt.",
  sentReview: "Für eine Literaturübersicht: ihre Frage, die gefundenen Textstellen und die daraus ausgewählten Zitate.",
  freeTier: (company) =>
    `Dieser Server verwendet einen API-Schlüssel. Mit einem kostenlosen Schlüssel darf ${company} den Text lesen und zur Verbesserung der eigenen Produkte verwenden: Fragen Sie den Betreiber dieses Servers, bevor Sie Artikel in Begutachtung oder Texte über Personen hochladen.`,

  outside: "Externe Dienste",
  outsideAsked: (services) =>
    `${listed(services)} können nach veröffentlichten Artikeln gefragt werden. Sie erhalten Titel, DOIs und andere Kennungen von Artikeln und die Wörter von Suchen außerhalb der Bibliothek; nie Texte von Artikeln, andere Fragen oder Antworten.`,
  noneOutside: "Kein externer Dienst ist eingeschaltet. Keiner wird von selbst nach Ihren Artikeln gefragt.",
  outsideAdding: (services) =>
    `Einen Artikel nach Kennung oder Titel hinzuzufügen fragt die Dienste, die solche Angaben kennen: ${listed(services)}. Sie erhalten diese Kennung oder diesen Titel; wer ein frei zugängliches PDF bereitstellt, erhält die Adresse der Datei.`,
  outsideContact: "Jede Anfrage enthält die E-Mail-Adresse des Betreibers dieser Website.",

  howLong: "Wie lange etwas gespeichert bleibt",
  keptConversations: (days) =>
    days === null
      ? `Gespräche: ${lasting(days)}.`
      : `Gespräche: ${counted(days, "Tag", "Tage")} nach der letzten Nachricht.`,
  keptPapers: (days) => `Artikel: ${lasting(days)}.`,
  keptReviews: (days) => `Literaturübersichten: ${lasting(days)}.`,
  keptDeleted: "Gelöschte Daten werden sofort entfernt, aus Sicherungen innerhalb von zwei Wochen.",

  source: "Quelltext",
  free: "ScholarAI ist freie Software unter der AGPL, Version 3 oder neuer.",
  sourceCode: "Quelltext dieser Version",
  sourceOfOperator: "Der Betreiber dieses Servers stellt den Quelltext dieser Version bereit.",

  yourData: "Ihre Daten",
  download:
    "Der Download enthält die Daten Ihrer Artikel, Notizen, Sammlungen, Gespräche und Literaturübersichten als JSON. Die Dateien der Artikel enthält er nicht.",
  collecting: "Daten werden gesammelt\u00a0…",
  take: "Meine Daten herunterladen",
  deleting: "Wird gelöscht\u00a0…",
  deleteAccount: "Mein Konto löschen",
  deleteSure: "Ihr Konto löschen?",
  deleteAll: "Alles löschen",
  deletes: (email) =>
    `Damit werden alle Artikel, Notizen, Sammlungen, Gespräche und Literaturübersichten von ${email} und das Konto gelöscht. Das lässt sich nicht rückgängig machen.`,

  usage: "Ihre Nutzung",
  usageNotLoaded: "Ihre Nutzung lässt sich nicht laden.",
  used: {
    questions: "Fragen heute",
    tokens: "Tokens des Modells heute",
    cost_usd: "Kosten des Modells heute",
    uploads: "Heute hinzugefügte Artikel",
    pages: "Heute eingelesene Seiten",
    reading_s: "Lesezeit heute",
    stored_bytes: "Speicher",
  },
  ofLimit: (taken, limit, reached) => `${taken} von ${limit}${reached ? ", Grenze erreicht" : ""}`,
  startsAgain: (time) => `Die heutigen Zahlen beginnen um ${time} von vorn.`,

  secondFactor: "Zweiter Faktor",
  asksForBoth: "Die Anmeldung verlangt das Passwort und einen Code Ihrer Authentifizierungs-App.",
  wouldAsk: "Mit einer Authentifizierungs-App verlangt die Anmeldung außer dem Passwort einen Code.",
  since: (name, day) => `${name || "Authentifizierungs-App"}, seit ${day}`,
  remove: "Entfernen",
  addApp: "Authentifizierungs-App hinzufügen",
  removeSure: "Authentifizierungs-App entfernen?",
  removeIt: "Entfernen",
  passwordAlone: (email) => `Danach genügt das Passwort, um sich bei ${email} anzumelden.`,
  scan: (key) => (
    <>
      Scannen Sie dies mit der App, oder geben Sie den Schlüssel {key} ein. Bewahren Sie den Schlüssel sicher auf: Ohne
      App und Schlüssel kann nur der Betreiber dieser Website Sie einlassen.
    </>
  ),
  qrCode: "QR-Code für die Authentifizierungs-App",
  confirm: "Bestätigen",

  code: "Code",
  codeHint: "Die Ziffern, die die App zeigt",
  enterCode: "Code eingeben",
  codeFor: (email) => `Ihre Authentifizierungs-App zeigt einen Code für ${email}.`,
  beginAgain: "Neu beginnen",
  signingIn: "Anmeldung läuft\u00a0…",
  ways: { enter: "Anmelden", join: "Konto anlegen", reset: "Passwort zurücksetzen" },
  otherWays: "Andere Wege der Anmeldung",
  signInWith: (provider) => `Mit ${provider} anmelden`,
  linkSent: "Wenn es ein Konto mit dieser Adresse gibt, wurde ein Link dorthin gesendet.",
  email: "E-Mail-Adresse",
  password: "Passwort",
  sendLink: "Link senden",
  or: "oder",
};

function lasting(days: number | null): string {
  return days ? counted(days, "Tag", "Tage") : "bis Sie sie löschen";
}
