const TELLS = /^(id|year|month|kind|type)$|Id$/;

/**
 * The part of an address that names its subject: the path and the ids in its query, without the filters of a list.
 * @param hash as `location.hash` has it
 */
export function placeOfHash(hash: string): string {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const named = [...new URLSearchParams(query)].filter(([name, value]) => TELLS.test(name) && value !== '');
  const words = named.map((pair) => pair.join('=')).sort();
  return [path, words.join('&')].filter(Boolean).join('?');
}
