/** The path of what was made, for the Location header: headers are ASCII, so other characters are percent-encoded. */
export const locationOf = (collection: string, id: string): string =>
  `/ngsi-ld/v1/${collection}/${id.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)}`;
