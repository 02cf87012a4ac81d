/** The picture of a dataset or an application. */

/** Addresses of this service; `dark` is the picture for dark pages. */
export type PictureAddresses = { light: string; dark?: string }

/** The picture of a resource: decorative, since its title is beside it. */
export function Picture({ light, dark }: PictureAddresses) {
  if (dark === undefined) return <img class="picture" src={light} alt="" loading="lazy" width={300} height={169} />
  return (
    <picture>
      <source srcset={dark} media="(prefers-color-scheme: dark)" />
      <img class="picture capture" src={light} alt="" loading="lazy" width={300} height={129} />
    </picture>
  )
}
