import type { SetupState } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { PasskeySection } from "../account/passkey-section.tsx";
import { ProfileSection } from "../account/profile-section.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { Fact, Facts } from "../entity/facts.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { ShareFailures } from "../ui/query-state/share-failures.tsx";
import {
  backupLine,
  backUpNowLine,
  domainLine,
  inviteLine,
  mailLine,
  restoreLines,
  startLine,
} from "./commands.ts";
import { CopiedLines } from "./copied-lines.tsx";
import { FirstStation } from "./first-station.tsx";

const everyMs = 5_000;

/** The steps of setting a service up, with the state of each. */
export function SetupSteps(): ReactNode {
  const profile = useRest(["profile"], (client, signal) => client.readProfile({}, { signal }));
  const state = useRest(
    ["setup state"],
    (client, signal) => client.readSetupState({}, { signal }),
    { everyMs },
  );
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.setup.title} />
      </div>
      <div className="page-body setup">
        <p className="quiet">
          {en.setup.stepsText} <a href="/docs/operations/domain">{en.setup.commandsHelp}</a>
        </p>
        <CopiedLines text={startLine} />
        <ShareFailures>
          <QueryState query={profile} lines={6}>
            {(own) => (
              <Step title={en.setup.account}>
                <p>{en.setup.accountText}</p>
                <PasskeySection hasOtherWay={own.email !== null} />
                <ProfileSection profile={own} />
                <p className="quiet small">{en.setup.accountLost}</p>
                <CopiedLines text={inviteLine(own.username)} />
              </Step>
            )}
          </QueryState>
          <QueryState query={state} lines={12}>
            {(shown) => (
              <>
                <AddressStep state={shown} />
                <MailStep mail={shown.mail} />
                <Step title={en.setup.signUp}>
                  <p>{en.setup.signUpStates[shown.signUp]}</p>
                  <p className="quiet small">{en.setup.signUpOthers}</p>
                  <CopiedLines text={`SIGN_UP=${shown.signUp}`} />
                </Step>
                <Step title={en.setup.station}>
                  <FirstStation />
                  <p className="quiet">{en.setup.stationsReceived(count(shown.stations))}</p>
                </Step>
                <BackupStep backups={shown.backups} />
                <Step title={en.setup.restore}>
                  <p>{en.setup.restoreText}</p>
                  <CopiedLines text={restoreLines("--replace jetwire ")} />
                </Step>
              </>
            )}
          </QueryState>
        </ShareFailures>
        <Link to="/operator/{-$section}" className="button button-main setup-finish">
          {en.setup.finish}
        </Link>
      </div>
    </div>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="panel setup-step" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function AddressStep({ state }: { state: SetupState }): ReactNode {
  const { publicUrl, realtimeUrl, feedHost } = state;
  const isMissing = publicUrl === null || realtimeUrl === null;
  return (
    <Step title={en.setup.address}>
      <Facts>
        <Fact name={en.setup.publicUrl}>{publicUrl ?? en.setup.notSet}</Fact>
        <Fact name={en.setup.realtimeUrl}>{realtimeUrl ?? en.setup.notSet}</Fact>
        <Fact name={en.setup.feedHost}>{feedHost ?? en.setup.notSet}</Fact>
      </Facts>
      {isMissing && (
        <>
          <p className="warn">{en.setup.addressMissing}</p>
          <CopiedLines text={domainLine} />
        </>
      )}
    </Step>
  );
}

const mailClasses = { waiting: "quiet", sent: "good", "given-up": "bad" } as const;

function MailStep({ mail: { configured, newest } }: { mail: SetupState["mail"] }): ReactNode {
  return (
    <Step title={en.setup.mail}>
      {configured ? (
        <p>{en.setup.mailTry}</p>
      ) : (
        <>
          <p className="warn">{en.setup.mailOff}</p>
          <CopiedLines text={mailLine} />
        </>
      )}
      {newest && (
        <p className={newest.answer === null ? mailClasses[newest.status] : "bad"} role="status">
          {en.setup.mailStates[newest.status]} {en.setup.mailAttempts(count(newest.attempts))}{" "}
          {newest.answer !== null && <UntrustedText text={newest.answer} />}
        </p>
      )}
    </Step>
  );
}

function BackupStep({ backups }: { backups: SetupState["backups"] }): ReactNode {
  if (backups === null || backups.store === null) {
    return (
      <Step title={en.setup.backups}>
        <p className="warn">{backups === null ? en.setup.backupsUnknown : en.setup.backupsOff}</p>
        <CopiedLines text={backupLine} />
        <p>{en.setup.backupsKey}</p>
      </Step>
    );
  }
  const { store, newest, problem } = backups;
  return (
    <Step title={en.setup.backups}>
      <Facts>
        <Fact name={en.setup.backupTarget}>
          <UntrustedText text={store} />
        </Fact>
        <Fact name={en.setup.backupCount}>{count(backups.count)}</Fact>
        <Fact name={en.setup.backupNewest}>{newest?.name}</Fact>
      </Facts>
      {problem !== null && (
        <p className="bad">
          <UntrustedText text={en.setup.backupProblem(problem)} />
        </p>
      )}
      <p className="quiet small">{en.setup.backupNow}</p>
      <CopiedLines text={backUpNowLine} />
      <p>{en.setup.backupsKey}</p>
    </Step>
  );
}
