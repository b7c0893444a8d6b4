/** The page that sets a service up. */
export const setupTexts = {
  title: "Set up",
  needed: "Nobody operates this service yet.",
  begin: "Set it up",
  formTitle: "Set this service up",
  formText:
    "The log of the service rest has a code. With it you make the account that operates this service; after that, the code is void.",
  logText: "How to read the log with compose:",
  code: "Code from the log",
  codeHint: "16 letters and digits, as 5X2K-09QD-7WTN-C3HM.",
  make: "Make my account",
  restoreInstead: "Do you have a back-up? Restore it instead of making an account:",
  restoreHere: "Do you have a back-up? Restore it instead of making an account",
  restoreWhich: "Back-up",
  recoveryKey: "Recovery key",
  recoveryKeyHint: "The line AGE-SECRET-KEY-1…, which jetwire init printed once.",
  restoreMeans:
    "Accounts, stations and messages are those of the back-up then. What this service has received so far is kept in a database beside it.",
  restoreStart: "Restore",
  restoreProblem: (problem: string) => `Nothing was restored: ${problem}`,
  noBackups: "The store of BACKUP_TARGET has no back-up.",
  restoreRuns: (name: string) => `Restoring the back-up ${name}.`,
  restoreRead: "Read of the back-up",
  restoreLoading: (share: string, read: string, total: string) =>
    `${share} is read (${read} of ${total}); then its rows are compared. You may close this page.`,
  restoreExchanging:
    "All services end and start anew with it. This lasts two minutes at most; the page goes on by itself.",
  restored: "The back-up is restored.",
  restoredText: "Sign in with an account of it.",
  done: "This service is set up.",
  doneText:
    "An operator exists, and the code from the log is void. Operators sign in to see what is set.",
  stepsText:
    "What is set here is a variable of the services: change it in infra/compose.env, then run the command below. Each step is also possible by command.",
  commandsHelp: "What jw and jetwire stand for",
  account: "1. Sign-in",
  accountText:
    "Add a passkey, or an e-mail address, before you close this page: until then, only this browser is signed in.",
  accountLost: "If you lose it, this command prints a link that signs in:",
  address: "2. Name and address",
  publicUrl: "Address of the page",
  realtimeUrl: "Address for live data",
  feedHost: "Host that feeders send to",
  notSet: "not set",
  addressMissing:
    "Without them, passkeys work on this machine only, and mails have no links. With DOMAIN, compose sets all three:",
  mail: "3. Mail",
  mailOff:
    "This service sends no mail: SMTP_URL is not set. Sign-in by link, and mails about faults, need it.",
  mailTry:
    "Send a link to your address above: it is sent at once, and this line tells what became of it.",
  mailStates: {
    waiting: "The newest mail to you waits to be sent.",
    sent: "The newest mail to you was taken by the mail server.",
    "given-up": "The newest mail to you could not be sent.",
  },
  mailAttempts: (attempts: string) => `Attempts: ${attempts}.`,
  signUp: "4. Who may make an account",
  signUpStates: {
    open: "Everybody may make an account.",
    invited: "Only those whom an operator has invited may make an account.",
    closed: "Nobody may make an account.",
  },
  signUpOthers: "To change it, set one of open, invited and closed:",
  station: "5. First station",
  stationText:
    "Choose a name for the station and the program that feeds. This page tells when its first message arrives.",
  ident: "Name of the station",
  stationsReceived: (stations: string) => `Stations that messages were received from: ${stations}.`,
  backups: "6. Back-ups",
  backupsUnknown: "The service chores has not reported on back-ups yet.",
  backupsOff: "Nothing is backed up: BACKUP_TARGET is not set.",
  backupsKey:
    "The recovery key opens every back-up and is stored nowhere. jetwire init prints it once: keep it on paper or in a password manager, not on this host.",
  backupTarget: "Target",
  backupCount: "Back-ups",
  backupNewest: "Newest",
  backupProblem: (problem: string) => `The last one failed: ${problem}`,
  backupNow: "Take one now:",
  restore: "7. Restore",
  restoreText:
    "Once somebody operates a service, a back-up replaces its database by command only, while the services are stopped:",
  finish: "Open the operator's page",
};
