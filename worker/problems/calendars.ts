import type { ProblemText } from './text'

/** Errors and warnings of calendars. */
export const calendarProblems = {
  'calendar-too-large': {
    status: 422,
    en: 'The recurrences of the calendar produce more than {max} events, or take too long to compute. Add an end (COUNT or UNTIL) to their rules.',
    fr: 'Les récurrences du calendrier produisent plus de {max} événements, ou sont trop longues à calculer. Ajoutez une fin (COUNT ou UNTIL) à leurs règles.',
  },
  'calendar-rules-unread': {
    status: 422,
    en: 'A recurrence rule (RRULE) of the calendar is not supported: only the first occurrence of its event is imported.|{count} recurrence rules (RRULE) of the calendar are not supported: only the first occurrence of these events is imported.',
    fr: 'Une règle de récurrence (RRULE) du calendrier n’est pas prise en charge : seule la première occurrence de son événement est importée.|{count} règles de récurrence (RRULE) du calendrier ne sont pas prises en charge : seule la première occurrence de ces événements est importée.',
  },
  'calendar-occurrences-cut': {
    status: 422,
    en: 'A recurring event has more than {max} occurrences: the later ones are left out. Add an end (COUNT or UNTIL) to its rule.|{count} recurring events have more than {max} occurrences: the later ones are left out. Add an end (COUNT or UNTIL) to their rules.',
    fr: 'Un événement récurrent a plus de {max} occurrences : les suivantes sont laissées de côté. Ajoutez une fin (COUNT ou UNTIL) à sa règle.|{count} événements récurrents ont plus de {max} occurrences : les suivantes sont laissées de côté. Ajoutez une fin (COUNT ou UNTIL) à leurs règles.',
  },
  'calendar-dates-unread': {
    status: 422,
    en: 'A date (DTSTART, DTEND) of the calendar cannot be read. Write it as 20240131 or 20240131T140000Z.|{count} dates (DTSTART, DTEND) of the calendar cannot be read. Write them as 20240131 or 20240131T140000Z.',
    fr: 'Une date (DTSTART, DTEND) du calendrier est illisible. Écrivez-la 20240131 ou 20240131T140000Z.|{count} dates (DTSTART, DTEND) du calendrier sont illisibles. Écrivez-les 20240131 ou 20240131T140000Z.',
  },
  'calendar-truncated': {
    status: 422,
    en: 'The calendar ends in the middle of an event: the file is truncated. Send it again in full.',
    fr: "Le calendrier s'arrête au milieu d'un événement : le fichier est tronqué. Renvoyez-le en entier.",
  },
  'calendar-zones-unknown': {
    status: 422,
    en: 'The time zones {zones} are unknown: their times are read in {zone}. Use names such as Europe/Paris.',
    fr: 'Les fuseaux horaires {zones} sont inconnus : leurs heures sont lues dans celui de {zone}. Utilisez des noms comme Europe/Paris.',
  },
} as const satisfies Record<string, ProblemText>
