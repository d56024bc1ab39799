/**
 * A hub sends its site id with each answer in this header, so that a desk can tell its answers from those of a captive
 * portal, a filter or a gateway.
 */
export const signatureHeader = 'benchside-site';
