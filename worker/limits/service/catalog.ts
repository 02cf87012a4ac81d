/** The catalogue for machines. */
export const catalog = {
  /** Datasets of a page of the DCAT catalogue: as those of CKAN. */
  pageSize: 100,
  /** `limits.datasets.maxWindow` results. */
  maxPages: 100,
  /** A sitemap has 50,000 addresses at most (sitemaps.org/protocol). */
  maxSitemapDatasets: 40_000,
  maxSitemapApplications: 9_000,
  /** Characters of the short name (OpenSearch 1.1). */
  maxOpenSearchChars: 16,
} as const
