import type { RestClient } from "@jetwire/client";
import type { QueryKey } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { z } from "zod";
import { useCommand } from "../data/rest/use-command.ts";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { CommandFailure } from "../sign-in/command-failure.tsx";
import { Form } from "./form.tsx";
import { type BodyOf, type FieldBindings, type First, useFields } from "./use-fields.ts";

interface EndpointFormProps<Schema extends z.ZodType, Name extends keyof BodyOf<Schema>, Answer> {
  /** The endpoint whose body the form writes: bounds and faults of fields are those of its schema. */
  readonly of: { readonly body: Schema };
  /** The first values of the fields: the members of the body that the form writes. */
  readonly first: First<Required<Pick<BodyOf<Schema>, Name>>>;
  /** Members that the form requires, although the body can be without them. */
  readonly needs?: readonly NoInfer<Name>[];
  readonly layout?: "stack" | "line" | "dialog" | "column";
  /** The text of the button that sends the form. */
  readonly submit: ReactNode;
  readonly kind?: ButtonKind;
  /** Whether the form can be sent; otherwise its button is off. */
  readonly isReady?: (values: FieldBindings<Pick<BodyOf<Schema>, Name>>["values"]) => boolean;
  /** Buttons beside the one that sends the form. */
  readonly others?: ReactNode;
  /** Said beside the button when the form was sent. */
  readonly done?: string;
  /** The queries that are read anew when the form was sent. */
  readonly keys?: readonly QueryKey[];
  /** The client that sends it. Default: REST as the present user. */
  readonly by?: () => Promise<RestClient>;
  readonly children?: (fields: FieldBindings<Pick<BodyOf<Schema>, Name>>) => ReactNode;
  send(client: RestClient, body: Pick<BodyOf<Schema>, Name>): Promise<Answer>;
  onDone?(answer: Answer): unknown;
}

/**
 * A form that sends the body of an endpoint. What the schema or the server refuses is said beside its field, and
 * everything else above the buttons.
 */
export function EndpointForm<
  Schema extends z.ZodType,
  Name extends keyof BodyOf<Schema> & string,
  Answer,
>(props: EndpointFormProps<Schema, Name, Answer>): ReactNode {
  const { of, first, needs, layout, submit, kind, isReady, others, done, children } = props;
  const { keys, by, send, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  const command = useCommand(send, {
    ...(keys && { keys }),
    ...(by && { by }),
    ...(onDone && { onDone }),
  });
  const { faults } = command;
  const fields = useFields<Schema, Name>(of.body, first, { faults, ...(needs && { needs }) });
  const { refused } = fields;
  useEffect(() => {
    if (refused.length === 0 && Object.keys(faults).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused, faults]);
  const isSaidBeside = isSaidBy(first, Object.keys(faults));
  return (
    <Form
      ref={form}
      layout={layout}
      onSend={() => {
        const body = fields.read();
        if (body !== null) command.run(body);
      }}
    >
      {children?.(fields)}
      {!isSaidBeside && <CommandFailure command={command} />}
      <div className="form-buttons">
        {others}
        <Button
          type="submit"
          kind={kind}
          disabled={command.isRunning || isReady?.(fields.values) === false}
        >
          {submit}
        </Button>
        {done !== undefined && command.isDone && (
          <p className="good" role="status">
            {done}
          </p>
        )}
      </div>
    </Form>
  );
}

/** Whether there are faults, and the form has a field for each. */
function isSaidBy(fields: object, faults: readonly string[]): boolean {
  return faults.length > 0 && faults.every((name) => name in fields);
}
