import type { Sql } from "../src/index.ts";

/* cspell:disable -- names of the catalogs of Postgres */
/**
 * Returns what the catalogs say about the schema of a database: a definition for each thing, by kind and name. The
 * database's own name is replaced, because roles of services contain it.
 *
 * Three things are left out. Partitions of days depend on the day. The name of a not-null constraint (Postgres 18) is that of the
 * column when it was added, and nothing uses it; columns are compared. Comments in functions do nothing.
 */
export async function readCatalogs(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ thing: string; definition: string | null; database: string }[]>`
    with own as (
      select c.*, c.oid::regclass::text as named from pg_class c
      where relnamespace = 'public'::regnamespace and relname !~ '_[0-9]{8}(_|$)'
    )
    select thing, definition, current_database()::text as database from (
    select 'relation ' || named, row(
        relkind, relpersistence, pg_get_userbyid(relowner), reloptions::text, relacl::text,
        pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid), relreplident, relrowsecurity, relforcerowsecurity,
        (select string_agg(inhparent::regclass::text, ',') from pg_inherits where inhrelid = own.oid),
        case when relkind = 'v' then pg_get_viewdef(oid) end)::text
    from own where relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
    union all
    select 'column ' || named || '.' || attname, row(
        'place ' || row_number() over (partition by attrelid order by attnum),
        format_type(atttypid, atttypmod), attnotnull, pg_get_expr(d.adbin, attrelid), attidentity, attgenerated,
        nullif(attcollation, 0)::regcollation, attstorage, attcompression, attstattarget, attoptions::text, attacl::text)::text
    from own join pg_attribute a on attrelid = own.oid left join pg_attrdef d on adrelid = own.oid and adnum = attnum
    where relkind in ('r', 'p', 'v', 'm', 'f', 'c') and attnum > 0 and not attisdropped
    union all
    select 'constraint ' || named || ' ' || conname, row(pg_get_constraintdef(c.oid), convalidated, conislocal)::text
    from own join pg_constraint c on conrelid = own.oid where contype <> 'n'
    union all
    select 'index ' || named, row(pg_get_indexdef(oid), indisvalid, indisunique, indisprimary, indisclustered,
        indisreplident, reloptions::text, (select inhparent::regclass from pg_inherits where inhrelid = oid))::text
    from own join pg_index on indexrelid = oid
    union all
    select 'sequence ' || named, row(format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
        (select concat_ws('.', refobjid::regclass, refobjsubid, deptype) from pg_depend
          where objid = own.oid and deptype in ('a', 'i')))::text
    from own join pg_sequence on seqrelid = oid
    union all
    select 'trigger ' || named || ' ' || tgname, row(pg_get_triggerdef(t.oid), tgenabled)::text
    from own join pg_trigger t on tgrelid = own.oid where not tgisinternal
    union all
    select 'rule ' || named || ' ' || rulename, pg_get_ruledef(r.oid) from own join pg_rewrite r on ev_class = own.oid
    union all
    select 'policy ' || tablename || ' ' || policyname, p::text from pg_policies p where schemaname = 'public'
    union all
    select 'statistics ' || stxname, pg_get_statisticsobjdef(oid) || coalesce(stxstattarget::text, '')
    from pg_statistic_ext where stxnamespace = 'public'::regnamespace
    union all
    select 'function ' || p.oid::regprocedure,
      row(regexp_replace(pg_get_functiondef(p.oid), '^\\s*--.*$', '', 'gn'), pg_get_userbyid(proowner), proacl::text)::text
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select 'type ' || oid::regtype, row(typtype, typcategory, typacl::text)::text
    from pg_type t where typnamespace = 'public'::regnamespace and typname !~ '_[0-9]{8}$'
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    union all
    select 'extension ' || extname, extversion from pg_extension
    union all
    select 'comment ' || pg_describe_object(classoid, objoid, objsubid), description
    from pg_description d where objoid in (select oid from own)
      or objoid in (select oid from pg_proc where pronamespace = 'public'::regnamespace)
        and not exists (select from pg_depend e where e.objid = d.objoid and deptype = 'e')
    union all
    select 'schema ' || nspname, nspacl::text from pg_namespace where nspname !~ '^pg_|^information_schema$'
    union all
    select 'default privileges ' || defaclobjtype::text, defaclacl::text from pg_default_acl
    ) as all_things (thing, definition)`;
  return new Map(
    rows.map(({ thing, definition, database }) => [
      thing,
      (definition ?? "").replaceAll(database, "DATABASE"),
    ]),
  );
}

/** Returns a line for each thing that two databases do not define alike. */
export function catalogDifferences(
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].toSorted().flatMap((thing) => {
    const [one, other] = [found.get(thing), expected.get(thing)];
    return one === other ? [] : [`${thing}: ${one ?? "missing"} instead of ${other ?? "nothing"}`];
  });
}
