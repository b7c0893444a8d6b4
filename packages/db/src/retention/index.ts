export {
  deleteStrays,
  deleteCounts,
  deleteNotifications,
  deleteChatMessages,
  deleteChatThreads,
  deleteFlights,
  deleteBareAirframes,
} from "./expired-rows.ts";
export {
  deleteExpiredTokens,
  deleteExpiredSessions,
  deleteExpiredRevocations,
  deleteExpiredLinks,
  deleteExpiredChallenges,
} from "./expired-sessions.ts";
