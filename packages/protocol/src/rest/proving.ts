/** The hours in which a network must send under the ident of a station to prove it. */
export const provingHours = 72;
/** The days on which it must. */
export const provingDays = 3;
