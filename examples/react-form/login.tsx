/** A form of React Hook Form, which takes a compiled validator as any Standard Schema. */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { login } from "./schemas.ts?validlib";

export const resolver = standardSchemaResolver(login);

export function Login({ send }) {
  const { register, handleSubmit, formState } = useForm({ resolver, defaultValues: { remember: false } });
  const { email, password } = formState.errors;
  return (
    <form onSubmit={handleSubmit(send)} noValidate>
      <label>
        Email <input {...register("email")} aria-invalid={email !== undefined} />
      </label>
      <p role="alert">{email?.message}</p>
      <label>
        Password <input type="password" {...register("password")} aria-invalid={password !== undefined} />
      </label>
      <p role="alert">{password?.message}</p>
      <label>
        <input type="checkbox" {...register("remember")} /> Stay signed in
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
