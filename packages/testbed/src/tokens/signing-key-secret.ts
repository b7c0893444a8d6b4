/** `SIGNING_KEY_SECRET` of services under test. */
export const testSigningKeySecret = "a signing key secret of the testbed";
