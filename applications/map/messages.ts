import type { Language } from '../shared/locale'

const en = {
  category: 'the column of categories',
  number: 'the column of numbers',
  places: 'columns with places in the dataset, such as latitude and longitude',
  map: 'Map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  close: 'Close',
  search: 'Search for a place',
  legend: 'Legend',
  density: 'Places per square',
  other: 'Other',
  noValue: 'No value',
  one: '{n} place',
  many: '{n} places',
  group: '{n} places: zoom in',
  results: 'Results',
  noResult: 'No place matches',
  unnamed: 'A place',
  previous: 'Previous row at this place',
  next: 'Next row at this place',
}

export type MapMessages = typeof en

const fr: MapMessages = {
  category: 'la colonne des catégories',
  number: 'la colonne de nombres',
  places: 'des colonnes de lieux dans le jeu de données, comme la latitude et la longitude',
  map: 'Carte',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  close: 'Fermer',
  search: 'Rechercher un lieu',
  legend: 'Légende',
  density: 'Lieux par carré',
  other: 'Autres',
  noValue: 'Sans valeur',
  one: '{n} lieu',
  many: '{n} lieux',
  group: '{n} lieux\u00a0: zoomez',
  results: 'Résultats',
  noResult: 'Aucun lieu ne correspond',
  unnamed: 'Un lieu',
  previous: 'Ligne précédente à cet endroit',
  next: 'Ligne suivante à cet endroit',
}

export const mapMessages: Record<Language, MapMessages> = { en, fr }
