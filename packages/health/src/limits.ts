/** The age of the oldest message from which on a stage is late, ms. Status, overview, `doctor` and the alerts use it. */
export const lateMs = 5_000;

/** The share of its life that a certificate must have left: renewal is tried from a third on. */
export const certificateLeftShareMin = 1 / 6;

/** Partitions must exist for so many days, today included. */
export const partitionDaysMin = 2;

/** The greatest age of the newest back-up: a day, and six hours in which chores tries again. */
export const backupAgeMsMax = 30 * 3_600_000;

/** The days before a disk is forecast to be full, from which on it is a warning, and critical. */
export const diskDaysWarning = 7;
export const diskDaysCritical = 1;

/** How long before retention drops messages for lack of room it is a warning, for the first time in a week. */
export const retentionNoticeMs = 86_400_000;

/** The age from which on what chores has measured of disks says nothing: it measures every ten minutes. */
export const storageReportMsMax = 3 * 3_600_000;
