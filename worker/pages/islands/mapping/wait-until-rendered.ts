import type { MapLibreMap } from 'maplibre-gl'

/** Waits until the map has rendered all that some sources have in its frame. Sources that were removed are not waited for. */
export function rendered(map: MapLibreMap, sources: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!sources.every((id) => !map.getSource(id) || map.isSourceLoaded(id))) return
      map.off('render', check)
      resolve()
    }
    map.on('render', check)
    map.triggerRepaint()
  })
}
