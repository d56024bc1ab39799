/**
 * A hub signs each of its answers with its site id under this header, so that a desk tells them from those of a captive
 * portal, a filter or a gateway on the way.
 */
export const signatureHeader = 'benchside-site';
