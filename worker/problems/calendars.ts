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
    en: '{count} recurrence rules (RRULE) of the calendar are not supported: only the first occurrence of these events is imported.',
    fr: '{count} règles de récurrence (RRULE) du calendrier ne sont pas prises en charge : seule la première occurrence de ces événements est importée.',
  },
  'calendar-occurrences-cut': {
    status: 422,
    en: '{count} recurring events have more than {max} occurrences: the later ones are left out. Add an end (COUNT or UNTIL) to their rules.',
    fr: '{count} événements récurrents ont plus de {max} occurrences : les suivantes sont laissées de côté. Ajoutez une fin (COUNT ou UNTIL) à leurs règles.',
  },
  'calendar-dates-unread': {
    status: 422,
    en: '{count} dates (DTSTART, DTEND) of the calendar cannot be read. Write them as 20240131 or 20240131T140000Z.',
    fr: '{count} dates (DTSTART, DTEND) du calendrier sont illisibles. Écrivez-les 20240131 ou 20240131T140000Z.',
  },
  'calendar-zones-unknown': {
    status: 422,
    en: 'The time zones {zones} are unknown: their times are read in {zone}. Use names such as Europe/Paris.',
    fr: 'Les fuseaux horaires {zones} sont inconnus : leurs heures sont lues dans celui de {zone}. Utilisez des noms comme Europe/Paris.',
  },
} as const satisfies Record<string, ProblemText>
