import type { UsualRoute } from "@jetwire/protocol";

const dayMs = 86_400_000;
/** The weight of a route is halved for every four weeks since its last flight: schedules change. */
const halfLifeDays = 28;
/** Weighs against all routes, so that a single flight is not sure. */
const doubt = 0.5;
const routesMax = 5;

/**
 * Returns the routes of a callsign, the surest first. Each weighs as much as it has flights, those on the weekday of `at`
 * twice, and less the longer its last one is ago.
 */
export function surestFirst(
  routes: readonly Omit<UsualRoute, "sure">[],
  at: Date,
): readonly UsualRoute[] {
  const weekday = (at.getUTCDay() + 6) % 7;
  const weighed = routes.map((route) => {
    const ageDays = Math.max(0, (at.getTime() - Date.parse(route.lastOn)) / dayMs);
    const flights = route.flights + (route.weekdays[weekday] ?? 0);
    return { route, weight: flights * 0.5 ** (ageDays / halfLifeDays) };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, doubt);
  return weighed
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, routesMax)
    .map(({ route, weight }) => ({ ...route, sure: Math.round((weight / total) * 100) / 100 }));
}
