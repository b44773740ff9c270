// The version of the package: the folder that a snippet pins, and the one that a record names.
export { version as VERSION } from "../../package.json";
