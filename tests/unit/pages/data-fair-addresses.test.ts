/** Addresses of the pages of data-fair lead to the same pages. */
import { expect, test } from 'vitest'
import { dataFairRedirect } from '../../../worker/pages/data-fair-addresses'

const at = (address: string) => {
  const url = new URL(address, 'https://data.example.org')
  return dataFairRedirect(url, url.pathname)
}

test.each([
  ['/datasets', '/'],
  ['/datasets?q=trees&sort=title%3A1', '/?q=trees&sort=title%3A1'],
  ['/datasets/trees', '/dataset/trees'],
  ['/datasets/trees/full', '/dataset/trees'],
  ['/datasets/trees/table?cols=id&sort=-id', '/dataset/trees/table?cols=id&sort=-id'],
  ['/datasets/trees/api-doc', '/dataset/trees/api-docs'],
  ['/dataset/trees/api-doc', '/dataset/trees/api-docs'],
  ['/dataset/trees/thumbnails', '/dataset/trees/files'],
  ['/applications/map', '/application/map'],
  ['/applications/map/full', '/app/map'],
  ['/application/map/api-doc', '/application/map/api-docs'],
  ['/remote-service/geocoder/api-doc', '/remote-service/geocoder/api-docs'],
  ['/processings', '/collectors'],
  ['/processings/new', '/new-collector'],
  ['/processings/k3v0', '/collector/k3v0'],
  ['/api-doc', '/api-docs'],
  ['/catalog-api-doc', '/api-docs'],
  ['/admin/info', '/admin'],
  ['/me/account', '/settings/profile'],
  ['/next-ui', '/'],
  ['/next-ui/dataset/trees/map?bbox=1', '/dataset/trees/map?bbox=1'],
  ['/openapi-viewer/?drawerLocation=right&urlType=dataset&id=trees', '/embed/dataset/trees/api-docs'],
  ['/dataset/trees/revisions', '/dataset/trees/history'],
  ['/openapi-viewer?urlType=privateDataset&id=a%2Fb', '/dataset/a%2Fb/api-docs'],
  ['/openapi-viewer/?urlType=application&id=$1', '/application/%241/api-docs'],
  ['/openapi-viewer/?urlType=general', '/api-docs'],
  ['/openapi-viewer/?urlType=toString&id=1', '/api-docs'],
  [
    '/simple-directory/login?redirect=https%3A%2F%2Fdata.example.org%2Fsettings%3Fa%3D1',
    '/sign-in?back=%2Fsettings%3Fa%3D1',
  ],
  ['/simple-directory/login?redirect=https%3A%2F%2Fevil.example%2F', '/sign-in'],
  ['/simple-directory/login?redirect=%2F%2Fevil.example%2F', '/sign-in'],
  ['/simple-directory/login', '/sign-in'],
])('%s is %s', (address, page) => {
  expect(at(address)).toBe(page)
})

test.each(['/', '/dataset/trees', '/dataset/trees/table', '/nothing', '/datasets/trees/rows', '/processings/a/b'])(
  '%s is no address of data-fair',
  (address) => {
    expect(at(address)).toBeUndefined()
  },
)
