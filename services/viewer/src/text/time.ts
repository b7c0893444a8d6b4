import type { Zone } from "../ui/display/stored-display.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A time of the page: `12:59:03`, on another day than today `21 Nov 12:59:03`. */
export function shortTime(iso: string, zone: Zone, nowMs: number): string {
  const time = partsOf(new Date(iso), zone);
  const today = partsOf(new Date(nowMs), zone);
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
  const isToday = time.year === today.year && time.month === today.month && time.day === today.day;
  return isToday ? clock : `${time.day} ${months[time.month]} ${clock}`;
}

/** A time without seconds: `20:14`, on another day than today `21 Nov 20:14`. */
export function minuteTime(iso: string, zone: Zone, nowMs: number): string {
  return shortTime(iso, zone, nowMs).slice(0, -3);
}

/** The full time: `2026-11-21 12:59:03.250 UTC`. */
export function fullTime(iso: string, zone: Zone): string {
  const at = new Date(iso);
  const time = partsOf(at, zone);
  const day = `${time.year}-${two(time.month + 1)}-${two(time.day)}`;
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
  const ms = String(at.getUTCMilliseconds()).padStart(3, "0");
  return `${day} ${clock}.${ms} ${zone === "utc" ? "UTC" : offsetOf(at)}`;
}

/** A day: `21 Nov 2026`. */
export function dayOf(iso: string, zone: Zone): string {
  const { day, month, year } = partsOf(new Date(iso), zone);
  return `${day} ${months[month]} ${year}`;
}

/** Hours and minutes: `20:14`. */
export function clockTime(iso: string, zone: Zone): string {
  const { hour, minute } = partsOf(new Date(iso), zone);
  return `${two(hour)}:${two(minute)}`;
}

/** An age: `2 s`, `4 min`, `3 h 20 min`, `2 d`. An age below zero is 0. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

function offsetOf(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function partsOf(at: Date, zone: Zone) {
  return zone === "utc"
    ? {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth(),
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      }
    : {
        year: at.getFullYear(),
        month: at.getMonth(),
        day: at.getDate(),
        hour: at.getHours(),
        minute: at.getMinutes(),
        second: at.getSeconds(),
      };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
