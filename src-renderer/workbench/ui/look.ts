import './tokens.css'
import './components.css'
import './additions.css'
