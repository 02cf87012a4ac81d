/** Templates of columns for new editable datasets, in both languages. Pure. */
import type { Language } from '../../errors'
import { conceptById } from '../../schema/concepts'
import type { TypeChoice } from '../publish/corrections'
import type { NewColumn } from './columns'

type Text = Readonly<Record<Language, string>>
type Column = {
  title: Text
  type?: TypeChoice
  /** Id of a concept of the vocabulary. */
  concept?: string
  required?: true
  /** The allowed values, separated by commas. */
  values?: Text
}
type Template = { id: string; title: Text; description: Text; columns: readonly Column[] }

const text = (en: string, fr: string): Text => ({ en, fr })

const name: Column = { title: text('Name', 'Nom'), concept: 'label', required: true }
const description: Column = { title: text('Description', 'Description'), concept: 'description' }
const address: Column = { title: text('Address', 'Adresse'), concept: 'streetAddress' }
const postalCode: Column = { title: text('Postal code', 'Code postal'), concept: 'postalCode' }
const town: Column = { title: text('Town', 'Commune'), concept: 'city' }
const latitude: Column = { title: text('Latitude', 'Latitude'), type: 'number', concept: 'latitude' }
const longitude: Column = { title: text('Longitude', 'Longitude'), type: 'number', concept: 'longitude' }
const email: Column = { title: text('E-mail', 'E-mail'), concept: 'email' }
const phone: Column = { title: text('Phone', 'Téléphone'), concept: 'tel' }
const website: Column = { title: text('Website', 'Site web'), concept: 'webPage' }

export const templates: readonly Template[] = [
  {
    id: 'places',
    title: text('Places and facilities', 'Lieux et équipements'),
    description: text(
      'Libraries, sports grounds, charging points… shown on a map.',
      'Bibliothèques, terrains de sport, bornes de recharge… affichés sur une carte.',
    ),
    columns: [
      name,
      { title: text('Category', 'Catégorie') },
      address,
      postalCode,
      town,
      latitude,
      longitude,
      { title: text('Opening hours', 'Horaires d’ouverture'), concept: 'openingHours' },
      { title: text('Wheelchair access', 'Accès en fauteuil roulant'), type: 'boolean' },
      phone,
      website,
      { title: text('Picture', 'Photo'), concept: 'image' },
    ],
  },
  {
    id: 'events',
    title: text('Events', 'Événements'),
    description: text('What happens, when and where.', 'Ce qui se passe, quand et où.'),
    columns: [
      { ...name, title: text('Title', 'Titre') },
      description,
      { title: text('Starts', 'Début'), type: 'date-time', concept: 'startDate', required: true },
      { title: text('Ends', 'Fin'), type: 'date-time', concept: 'endDate' },
      { title: text('Place', 'Lieu') },
      address,
      town,
      latitude,
      longitude,
      { title: text('Price', 'Prix'), type: 'number', concept: 'price' },
      website,
    ],
  },
  {
    id: 'directory',
    title: text('Directory', 'Annuaire'),
    description: text(
      'Associations, services or businesses, and how to reach them.',
      'Associations, services ou entreprises, et comment les joindre.',
    ),
    columns: [
      name,
      { title: text('Category', 'Catégorie') },
      description,
      address,
      postalCode,
      town,
      email,
      phone,
      website,
    ],
  },
  {
    id: 'grants',
    title: text('Grants', 'Subventions'),
    description: text('Who received how much, when and for what.', 'Qui a reçu combien, quand et pour quoi.'),
    columns: [
      { title: text('Date of the decision', 'Date de la décision'), type: 'date', concept: 'date', required: true },
      { title: text('Beneficiary', 'Bénéficiaire'), concept: 'label', required: true },
      { title: text('Registration number (SIRET)', 'SIRET du bénéficiaire'), concept: 'siret' },
      { title: text('Purpose', 'Objet') },
      { title: text('Amount', 'Montant'), type: 'number', required: true },
      {
        title: text('Kind', 'Nature'),
        values: text('money, in kind', 'aide en numéraire, aide en nature'),
      },
    ],
  },
  {
    id: 'budget',
    title: text('Budget', 'Budget'),
    description: text(
      'Income and spending by year, section and chapter.',
      'Recettes et dépenses par année, section et chapitre.',
    ),
    columns: [
      { title: text('Year', 'Année'), type: 'integer', concept: 'year', required: true },
      {
        title: text('Direction', 'Sens'),
        values: text('income, spending', 'recette, dépense'),
        required: true,
      },
      {
        title: text('Section', 'Section'),
        values: text('operations, investment', 'fonctionnement, investissement'),
      },
      { title: text('Chapter', 'Chapitre') },
      { title: text('Label', 'Libellé'), concept: 'label' },
      { title: text('Amount', 'Montant'), type: 'number', required: true },
    ],
  },
  {
    id: 'measurements',
    title: text('Measurements', 'Mesures'),
    description: text(
      'Readings of stations or sensors over time.',
      'Relevés de stations ou de capteurs dans le temps.',
    ),
    columns: [
      { title: text('Time', 'Date et heure'), type: 'date-time', concept: 'date', required: true },
      { title: text('Station', 'Station'), concept: 'label', required: true },
      { title: text('Measure', 'Grandeur') },
      { title: text('Value', 'Valeur'), type: 'number', required: true },
      { title: text('Unit', 'Unité') },
      latitude,
      longitude,
    ],
  },
]

/** The columns of a template in a language, for the form; undefined when there is no such template. */
export function filledTemplate(
  id: string | undefined,
  language: Language,
): { title: string; columns: NewColumn[] } | undefined {
  const template = templates.find((one) => one.id === id)
  if (!template) return undefined
  const columns = template.columns.map(({ title, type = 'string', concept, required = false, values }) => ({
    title: title[language],
    type,
    required,
    concept: conceptById(concept)?.identifiers[0] ?? '',
    values: values ? values[language].split(', ').join('\n') : '',
  }))
  return { title: template.title[language], columns }
}
