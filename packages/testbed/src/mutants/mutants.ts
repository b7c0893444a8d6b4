import { accessMutants } from "./access-mutants.ts";
import { admissionMutants } from "./admission-mutants.ts";
import { deliveryMutants } from "./delivery-mutants.ts";
import { journalMutants } from "./journal-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { privacyMutants } from "./privacy-mutants.ts";
import { signInMutants } from "./sign-in-mutants.ts";
import { storingMutants } from "./storing-mutants.ts";

/** All mutants, in the order of a message's path, then access and privacy. */
export const mutants: readonly Mutant[] = [
  ...admissionMutants,
  ...journalMutants,
  ...storingMutants,
  ...deliveryMutants,
  ...accessMutants,
  ...signInMutants,
  ...privacyMutants,
];
